/** Whether what had the focus is gone, so that whoever goes by keyboard would begin at the page's top. */
export const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body
