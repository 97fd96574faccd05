export type Field = HTMLInputElement | HTMLTextAreaElement

/** Sets the value of a field so that React notices it. */
export function setFieldValue(field: Field, value: string): void {
  // React ignores a value that was set through the element itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
