import { createContext, type ReactNode, useContext } from 'react'
import type { NoticeInput } from './notice-queue.ts'
import { NoticeStack } from './notice-stack.tsx'
import { type Notifier, useNoticeQueue } from './use-notice-queue.ts'

const NOTICE_MS = 2500
const PRODUCT_TOAST_MS = 5000

const silent: Notifier = { notify: () => '', dismiss: () => undefined }
const NoticesContext = createContext(silent)
const ProductToastsContext = createContext(silent)

/** App notices: top center, hidden after 2.5 s; errors and those with an action stay until closed. */
export function useNotices(): Notifier {
  return useContext(NoticesContext)
}

/**
 * Product toasts: bottom left, hidden after 5 s, with their Undo too, since the row offers the same. Errors stay. Use the
 * product's id as `id`, so that a second scan replaces the first toast.
 */
export function useProductToasts(): Notifier {
  return useContext(ProductToastsContext)
}

const needsAnswer = (input: NoticeInput) => input.severity === 'error' || input.action !== undefined
const isError = (input: NoticeInput) => input.severity === 'error'

interface NoticesProviderProps {
  children: ReactNode
  closeText?: string
  label: string
  productLabel: string
}

export function NoticesProvider({ children, closeText = 'Close', label, productLabel }: NoticesProviderProps) {
  const notices = useNoticeQueue(needsAnswer)
  const toasts = useNoticeQueue(isError)
  return (
    <NoticesContext value={notices.notifier}>
      <ProductToastsContext value={toasts.notifier}>
        {children}
        <NoticeStack
          notices={notices.shown}
          place="topCenter"
          label={label}
          closeText={closeText}
          hideAfterMs={NOTICE_MS}
          onClose={notices.dismiss}
          onGone={notices.forget}
        />
        <NoticeStack
          notices={toasts.shown}
          place="bottomLeft"
          label={productLabel}
          closeText={closeText}
          hideAfterMs={PRODUCT_TOAST_MS}
          onClose={toasts.dismiss}
          onGone={toasts.forget}
        />
      </ProductToastsContext>
    </NoticesContext>
  )
}
