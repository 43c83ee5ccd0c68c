import { expect, test } from 'vitest';
import { Complaints } from '../../src/which/complaints.ts';

test('a source that is well again removes only its own sentence', () => {
  const complaints = new Complaints();
  complaints.report('measurement', 'It could not be measured.');
  complaints.report('a-star', 'It failed.');
  complaints.report('field', 'It failed.');
  expect(complaints.text).toBe('It could not be measured. It failed.');
  complaints.report('a-star', '');
  expect(complaints.text).toBe('It could not be measured. It failed.');
  complaints.report('field', '');
  expect(complaints.text).toBe('It could not be measured.');
  complaints.clear();
  expect(complaints.text).toBe('');
});
