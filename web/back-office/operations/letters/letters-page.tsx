import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type LetterChoice, letters } from '#contract/operations/letters.ts'
import { LETTER_KINDS } from '#domain/operations/letters/letter-times.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const ALL_STORES = 'all'

function LetterFields({ saved }: { saved: LetterChoice }) {
  const { t } = useTranslation()
  const stores = useStoreChoices(letters.save) ?? []
  const { isBusy, act } = useAction('letters')
  const save = (change: Partial<LetterChoice>) =>
    void act(async () => {
      await callApi(letters.save, { body: { ...saved, ...change } })
      return t('letters.saved')
    })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <div>
        {LETTER_KINDS.map(kind => (
          <CheckInput
            key={kind}
            name={kind}
            label={t(`letters.${kind}`)}
            hint={t(`letters.${kind}Hint`)}
            checked={saved[kind]}
            disabled={isBusy}
            onChange={isOn => save({ [kind]: isOn })}
          />
        ))}
      </div>
      {stores.length > 1 && (
        <Box sx={{ maxWidth: 400 }}>
          <SelectInput
            label={t('letters.store')}
            value={saved.store_id === null ? ALL_STORES : String(saved.store_id)}
            options={[
              { value: ALL_STORES, label: t('letters.allStores') },
              ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={store => save({ store_id: store === ALL_STORES ? null : Number(store) })}
          />
        </Box>
      )}
    </Box>
  )
}

/** Which letters about sales the person who is logged in gets by email. */
export function LettersPage() {
  const { t } = useTranslation()
  const { email } = useUser()
  const { data } = useQuery(queryFor(letters.get))
  return (
    <Page title={t('letters.title')} lead={t('letters.lead')}>
      <Panel>
        {data ? <LetterFields saved={data} /> : <RecordLoading />}
        <Typography color="textSecondary" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {t('letters.sentTo', { email })}
        </Typography>
      </Panel>
    </Page>
  )
}
