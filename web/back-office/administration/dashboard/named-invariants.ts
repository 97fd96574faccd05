/** Invariants that have a text for admins when violated: adminHome.brokenNames. */
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
  'I14',
  'I15',
  'I16',
] as const
