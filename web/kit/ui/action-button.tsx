import Button, { type ButtonProps } from '@mui/material/Button'
import type { ComponentProps, ElementType } from 'react'

/**
 * A button that may load after its press. Meanwhile it ignores presses and keeps the focus: a disabled one would lose it, and a
 * keyboard user would start at the top of the page when the action fails.
 */
export function ActionButton({ loading = false, ...props }: ButtonProps & { component?: ElementType | undefined }) {
  // A link navigates at once.
  if (props.component ?? props.href) return <Button {...props} loading={loading} />
  return (
    <Button {...props} loading={loading} aria-busy={loading ? true : undefined} nativeButton component={KeptButton} />
  )
}

/** While loading, it does not apply MUI's `disabled`. */
function KeptButton({ disabled, tabIndex, 'aria-busy': isBusy, ...props }: ComponentProps<'button'>) {
  if (!isBusy) return <button {...props} disabled={disabled} tabIndex={tabIndex} />
  return <button {...props} aria-busy aria-disabled tabIndex={0} />
}
