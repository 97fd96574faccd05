import Button, { type ButtonProps } from '@mui/material/Button'
import type { ComponentProps, ElementType } from 'react'

/**
 * A button that works for a while after its press. It takes no other press meanwhile and keeps the focus: a disabled one would drop
 * it, and who uses the keyboard would begin at the top of the page when the press has failed.
 */
export function ActionButton({ loading = false, ...props }: ButtonProps & { component?: ElementType | undefined }) {
  // A link leads on at once.
  if (props.component ?? props.href) return <Button {...props} loading={loading} />
  return (
    <Button {...props} loading={loading} aria-busy={loading ? true : undefined} nativeButton component={KeptButton} />
  )
}

/** What MUI calls disabled is so only when nothing is at work. */
function KeptButton({ disabled, tabIndex, 'aria-busy': isBusy, ...props }: ComponentProps<'button'>) {
  if (!isBusy) return <button {...props} disabled={disabled} tabIndex={tabIndex} />
  return <button {...props} aria-busy aria-disabled tabIndex={0} />
}
