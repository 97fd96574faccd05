import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { addNotice, markLeaving, type Notice, type NoticeInput, removeNotice, visibleNotices } from './notice-queue.ts'
import { NoticeStack } from './notice-stack.tsx'

const NOTICE_MS = 2500
const PRODUCT_TOAST_MS = 5000

const silentNotifier: Notifier = { notify: () => '', dismiss: () => undefined }
const NoticesContext = createContext(silentNotifier)
const ProductToastsContext = createContext(silentNotifier)

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

type NoticesProviderProps = {
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
          notices={notices.visible}
          place="topCenter"
          label={label}
          closeText={closeText}
          hideAfterMs={NOTICE_MS}
          onClose={notices.dismiss}
          onGone={notices.forget}
        />
        <NoticeStack
          notices={toasts.visible}
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

type Notifier = {
  /** Returns the notice's id, for dismiss. */
  notify: (input: NoticeInput) => string
  dismiss: (id: string) => void
}

/** Joins the parts with one full stop between them, whether or not a part ends with its own. */
export const asSentences = (parts: readonly (string | undefined)[]): string =>
  parts
    .filter(part => part !== undefined && part !== '')
    .join('. ')
    .replaceAll(/([.!?…])\. /g, '$1 ')

/** A queue of notices, and those of them to show. `staysOpen` returns whether a notice waits until it is closed. */
function useNoticeQueue(staysOpen: (input: NoticeInput) => boolean) {
  const [queue, setQueue] = useState<Notice[]>([])
  const announce = useAnnounce()
  const stays = useRef(staysOpen)
  const dismiss = useCallback((id: string) => setQueue(notices => markLeaving(notices, id)), [])
  const forget = useCallback((id: string) => setQueue(notices => removeNotice(notices, id)), [])
  const notify = useCallback(
    (input: NoticeInput) => {
      const id = input.id ?? `${input.severity}: ${input.text}`
      const persist = input.persist ?? stays.current(input)
      setQueue(notices => addNotice(notices, { ...input, id, persist, version: 1, isLeaving: false }))
      announce(input.announcement ?? asSentences([input.text, input.detail]))
      return id
    },
    [announce],
  )
  const notifier: Notifier = useMemo(() => ({ notify, dismiss }), [notify, dismiss])
  return { notifier, visible: visibleNotices(queue), dismiss, forget }
}
