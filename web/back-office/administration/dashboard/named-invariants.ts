/** What has words for an admin when it does not hold: adminHome.brokenNames. */
export const NAMED_INVARIANTS = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I9',
  'I10',
  'I11',
  'I12',
  'I13',
] as const
