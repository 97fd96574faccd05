import type { privacy } from '#contract/accounts/privacy.ts'
import type { Answer } from '#contract/endpoint.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { preorderPath } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './privacy.module.css'

export type Removal = Answer<typeof privacy.removal>

/** What is erased with an account, what is kept of it and why, and the pre-orders that are cancelled with it. */
export function WhatGoes({ removal }: { removal: Removal }) {
  const { t } = useTranslation()
  const { email, paid_orders: count, preorders, hindrances } = removal
  return (
    <div className={css.whatGoesGrid}>
      <div>
        <Text className={css.whatGoesErasedTitle}>{t('removal.erasedTitle')}</Text>
        <ul className={css.whatGoesList}>
          <li>{t('removal.erased.account', { email })}</li>
          <li>{t('removal.erased.signIns')}</li>
          <li>{t('removal.erased.traces')}</li>
        </ul>
      </div>
      <div>
        <Text className={css.whatGoesKeptTitle}>{t('removal.keptTitle')}</Text>
        <ul className={css.list}>
          <li>{count === 0 ? t('removal.keptNothing') : t('removal.keptOrders', { count })}</li>
        </ul>
      </div>
      {preorders.length > 0 && (
        <div>
          {hindrances.length === 0 && <Text className={css.whatGoesCancelled}>{t('removal.cancelled')}</Text>}
          <ul className={css.list}>
            {preorders.map(({ id, event }) => (
              <li key={id}>
                <Link to={preorderPath(id)} className={css.whatGoesPreorder}>
                  {t('removal.preorder', { id, event })}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Text soft>{t('removal.forGood')}</Text>
    </div>
  )
}
