/** Why the photo of an imported row was not saved. */
export const IMAGE_FAULTS = [
  /** The cell has no https address. */
  'address',
  /** It leads to a computer that is not on the public internet. */
  'private',
  'missing',
  'tooLarge',
  'timeout',
  'unreachable',
  /** What arrived is no picture that the shop can show. */
  'noImage',
  /** The product was removed since. */
  'gone',
] as const
export type ImageFault = (typeof IMAGE_FAULTS)[number]
