/** The shortest phones, and phones on their side: what stands at the edges gives way to what is between. */
export const SHORT_SCREEN = '@media (max-height: 620px) and (max-width: 899.95px)'

/** A page enlarged fourfold: bars that stay would take most of what there is, so they scroll along. */
export const TINY_SCREEN = '@media (max-height: 280px)'
