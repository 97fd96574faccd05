import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'

interface WindowButtonProps {
  /** What a screen reader hears. */
  label: string
  children: ReactNode
  onClick: () => void
  /** For one that stays in or out. */
  isPressed?: boolean
  opensDialog?: boolean
}

const look = {
  minWidth: 48,
  height: 44,
  px: 1,
  borderRadius: 1,
  bgcolor: 'rgba(14, 22, 16, 0.78)',
  color: '#fff',
  font: 'inherit',
  fontWeight: 700,
  '&[aria-pressed="true"]': { bgcolor: '#fff', color: '#16241a' },
} as const

/** A button upon the camera's picture: dark, or light while it is on. */
export function WindowButton({ label, children, onClick, isPressed, opensDialog = false }: WindowButtonProps) {
  const states: ButtonBaseProps = {
    ...(isPressed !== undefined && { 'aria-pressed': isPressed }),
    ...(opensDialog && { 'aria-haspopup': 'dialog' }),
  }
  return (
    <ButtonBase aria-label={label} title={label} onClick={onClick} sx={look} {...states}>
      {children}
    </ButtonBase>
  )
}
