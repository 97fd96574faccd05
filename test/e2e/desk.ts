/** Browser options of a desktop computer. */
export const A_DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
