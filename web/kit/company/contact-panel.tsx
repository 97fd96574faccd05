import { useId } from 'react'
import { formatPhone } from '#domain/format/phone-format.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { MailIcon, PhoneIcon } from '#web/kit/ui/icons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './company.module.css'
import { useOperator } from './queries.ts'

/** How to contact the operator of the stores. */
export function ContactPanel() {
  const { t } = useTranslation()
  const id = useId()
  const { data: operator, error, refetch } = useOperator()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Text variant="h2" id={id} className={css.title}>
        {t('contact.title')}
      </Text>
      {operator && (
        <div className={css.contact}>
          <Text className={css.name}>{operator.name}</Text>
          <Text soft className={css.address}>
            {operator.address}
          </Text>
          <a href={`mailto:${operator.email}`} className={css.row}>
            <MailIcon size={22} />
            {operator.email}
          </a>
          <a href={`tel:${operator.phone.replaceAll(/[^+\d]/g, '')}`} className={css.row}>
            <PhoneIcon size={22} />
            {/* With large text it breaks between its groups. */}
            {formatPhone(operator.phone).replaceAll('\u00A0', ' ')}
          </a>
        </div>
      )}
      {!operator && error && (
        <div role="alert" className={css.failure}>
          <Text>{errorText(error, t)}</Text>
          <SecondaryButton shape="quiet" onClick={() => void refetch()}>
            {t('common.retry')}
          </SecondaryButton>
        </div>
      )}
    </Panel>
  )
}
