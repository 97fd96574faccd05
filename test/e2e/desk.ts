/** What a computer on a desk is to the browser. */
export const A_DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
