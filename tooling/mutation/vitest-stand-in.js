/* global testBook */
// What tests import from vitest, when they are bundled to run in Stryker's process.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, test, expect, vi } = testBook;
