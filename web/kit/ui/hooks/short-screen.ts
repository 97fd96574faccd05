/** The shortest phones, and phones in landscape: bars at the edges make room for the content between them. */
export const SHORT_SCREEN = '@media (max-height: 620px) and (max-width: 899.95px)'

/** A page at a zoom of 400 %: sticky bars would take most of the screen, so they scroll along. */
export const TINY_SCREEN = '@media (max-height: 280px)'
