import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { MailIcon, PhoneIcon } from '#web/kit/ui/icons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { useOperator } from './queries.ts'

const row = { display: 'inline-flex', alignItems: 'center', gap: 1.5, minHeight: 48, fontWeight: 600 }

/** How to contact the operator of the stores. */
export function ContactPanel() {
  const { t } = useTranslation()
  const id = useId()
  const { data: operator, error, refetch } = useOperator()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('contact.title')}
      </Typography>
      {operator && (
        <Box sx={{ display: 'grid', justifyItems: 'start' }}>
          <Typography sx={{ fontWeight: 600 }}>{operator.name}</Typography>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            {operator.address}
          </Typography>
          <Link href={`mailto:${operator.email}`} sx={row}>
            <MailIcon size={22} />
            {operator.email}
          </Link>
          <Link href={`tel:${operator.phone.replaceAll(/[^+\d]/g, '')}`} sx={row}>
            <PhoneIcon size={22} />
            {formatPhone(operator.phone)}
          </Link>
        </Box>
      )}
      {!operator && error && (
        <Box role="alert" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography>{errorText(error, t)}</Typography>
          <SecondaryButton look="quiet" onClick={() => void refetch()}>
            {t('common.retry')}
          </SecondaryButton>
        </Box>
      )}
    </Panel>
  )
}
