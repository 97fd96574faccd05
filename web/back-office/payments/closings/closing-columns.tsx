import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type Closing } from '#contract/payments/closings.ts'
import { dayText } from '#web/back-office/kit/days.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** The state of a day's closing, in up to three words: what needs an admin comes first. */
function ClosingPill({ closing }: { closing: Closing }) {
  const { t } = useTranslation()
  if (closing.unknown_outcomes > 0)
    return <StatusPill tone="danger">{t('closings.unclear', { count: closing.unknown_outcomes })}</StatusPill>
  if (closing.difference) return <StatusPill tone="attention">{t('closings.differs')}</StatusPill>
  if (!closing.has_ended) return <StatusPill tone="closed">{t('closings.goesOn')}</StatusPill>
  if (closing.difference === 0) return <StatusPill tone="open">{t('closings.agrees')}</StatusPill>
  return <StatusPill tone="closed">{t('closings.notCompared')}</StatusPill>
}

export function useColumns(open: (closing: Closing) => void): readonly ListColumn<Closing>[] {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  return [
    {
      name: 'date',
      label: t('closings.day'),
      role: 'title',
      sort: 'date',
      cell: closing => (
        <ButtonBase
          onClick={() => open(closing)}
          sx={{ font: 'inherit', fontWeight: 650, color: 'primary.main', minHeight: 44, textAlign: 'start' }}
        >
          {dayText(closing.date, language)}
        </ButtonBase>
      ),
    },
    {
      name: 'place',
      label: t('closings.place'),
      cell: ({ store, terminal }) => (
        <>
          {store.name}, {terminal.name}
          <Box
            component="span"
            sx={{
              display: 'block',
              typography: 'body2',
              color: terminal.accounts.length > 1 ? 'error.main' : 'text.secondary',
              overflowWrap: 'anywhere',
            }}
          >
            {terminal.accounts.join(', ')}
          </Box>
        </>
      ),
    },
    { name: 'state', label: t('closings.state'), role: 'status', cell: closing => <ClosingPill closing={closing} /> },
    {
      name: 'receipts',
      label: t('closings.receipts'),
      align: 'end',
      labelOnCard: true,
      cell: ({ sales }) => sales.count,
    },
    ...(['gross', 'tax', 'card'] as const).map((name): ListColumn<Closing> => ({
      name,
      label: t(name === 'card' ? 'closings.cardOrApp' : `closings.${name}`),
      align: 'end',
      labelOnCard: true,
      cell: closing => <Euros amount={closing[name]} />,
    })),
    {
      name: 'difference',
      label: t('closings.difference'),
      align: 'end',
      labelOnCard: true,
      cell: ({ difference }) => (difference === null ? '–' : <Euros amount={difference} />),
    },
  ]
}
