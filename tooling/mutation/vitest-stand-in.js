// What tests import from vitest, when they are bundled to run in Stryker's process.
// eslint-disable-next-line no-undef -- a parameter of the function around the bundle
export const { afterAll, afterEach, beforeAll, beforeEach, describe, test, expect, vi } = testBook;
