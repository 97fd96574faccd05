import { useCallback, useMemo, useRef, useState } from 'react'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { addNotice, markLeaving, type Notice, type NoticeInput, removeNotice, shownNotices } from './notice-queue.ts'

export interface Notifier {
  // Returns the notice's id, for dismiss.
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
export function useNoticeQueue(staysOpen: (input: NoticeInput) => boolean) {
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
  return { notifier, shown: shownNotices(queue), dismiss, forget }
}
