/* global testBook */
// What tests import from vitest, when they are bundled to run in Stryker's process.
export const { describe, test, expect } = testBook;
