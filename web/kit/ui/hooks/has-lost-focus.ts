/** Whether the focused element is gone, so that a keyboard user would start at the page's top. */
export const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body
