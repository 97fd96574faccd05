import type { ReactNode } from 'react'
import { Text } from './text.tsx'
import css from './ui.module.css'

type EmptyStateProps = {
  title: string
  /** Why it is empty. */
  text?: string
  drawing?: ReactNode
  /** The one action to take. */
  action?: ReactNode
}

/** Replaces an empty list. */
export function EmptyState({ title, text, drawing, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {drawing}
      <Text variant="h2">{title}</Text>
      {text !== undefined && (
        <Text soft className={css.emptyText}>
          {text}
        </Text>
      )}
      {action !== undefined && <div className={css.emptyAction}>{action}</div>}
    </div>
  )
}
