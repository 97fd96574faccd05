import type { ReactNode } from 'react'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { Page } from '#web/kit/ui/page.tsx'
import css from './checkout.module.css'

type CheckoutFrameProps = {
  title: string
  lead: string
  /** The button back to the basket. */
  back: ReactNode
  /** The order, and the notes before it. */
  children: ReactNode
  terms: ReactNode
  /** The bottom bar. */
  bar: ReactNode
}

/** The order, the terms, and the only action. */
export function CheckoutFrame({ title, lead, back, children, terms, bar }: CheckoutFrameProps) {
  const start = useFocusOnMount<HTMLDivElement>()
  return (
    <div className={css.layout}>
      <div ref={start} tabIndex={-1} className={css.checkoutFramePage}>
        <Page title={title} aside={back} lead={lead}>
          {children}
        </Page>
      </div>
      <div className={css.side}>
        <div className={css.termsPlace}>{terms}</div>
        {bar}
      </div>
    </div>
  )
}
