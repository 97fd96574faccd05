import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { SellerPart } from '#contract/administration/seller.ts'
import { type Terminal, terminals } from '#contract/payments/terminals.ts'
import type { AdapterSetting } from '#domain/adapter-settings.ts'
import type { TerminalConnection, TerminalDeclaration } from '#domain/payments/terminals/terminal-declaration.ts'
import {
  findTerminalKind,
  getPaymentMethod,
  isTransport,
  TERMINAL_PROVIDERS,
} from '#domain/payments/terminals/terminal-providers.ts'
import { loneLink, setupPath, StepMark, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { TerminalRow } from '#web/back-office/stores/admin-stores/payment-fields.tsx'
import { missingParts, savePublished, useStoreTerminals } from '#web/back-office/stores/admin-stores/queries.ts'
import { TerminalDialog } from '#web/back-office/stores/admin-stores/terminal-dialog.tsx'
import type { NewTerminal } from '#web/back-office/stores/admin-stores/terminal-draft.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { SellerMissing } from '#web/kit/company/seller-missing.tsx'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { useFirstStore } from './store-step.tsx'

export const WAY_CHOICES = ['phone', 'terminal', 'both'] as const
type Choice = (typeof WAY_CHOICES)[number]

/** What the store already has; undefined if it has neither. */
function findChoice(used: readonly Terminal[]): Choice | undefined {
  const [hasPhone, hasTerminal] = (['phone', 'terminal'] as const).map(method =>
    used.some(({ provider }) => getPaymentMethod(provider) === method),
  )
  if (hasPhone && hasTerminal) return 'both'
  if (hasPhone) return 'phone'
  return hasTerminal ? 'terminal' : undefined
}

/** How people will pay in the first store: what each way needs and from whom, its test, and the opening. */
export function PaymentWays({ isDone }: StepProps) {
  const { t } = useTranslation()
  const id = useId()
  const store = useFirstStore()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <StepMark isDone={isDone} />
        <Typography variant="h3" id={id}>
          {t('setup.pay.title')}
        </Typography>
      </Box>
      {store ? (
        <StoreWays key={store.id} store={store} />
      ) : (
        <MuiLink component={Link} to={setupPath('store')} sx={loneLink}>
          {t('setup.createStoreFirst')}
        </MuiLink>
      )}
    </Box>
  )
}

type NamedStore = { id: number; name: string }

function StoreWays({ store }: { store: NamedStore }) {
  const { t } = useTranslation()
  const real = useStoreTerminals(store.id)?.filter(({ provider }) => provider !== 'test')
  const used = real?.filter(({ retired }) => !retired) ?? []
  const [chosen, choose] = useState<Choice>()
  const [edited, setEdited] = useState<Terminal | NewTerminal>()
  if (!real) return null
  const choice = chosen ?? findChoice(used)
  return (
    <>
      <ChoiceList
        label={t('setup.pay.title')}
        choices={WAY_CHOICES.map(value => ({
          value,
          label: t(`setup.pay.choices.${value}`),
          text: t(`setup.pay.consequences.${value}`),
        }))}
        chosen={choice}
        onChange={choose}
      />
      {choice && <KindChoices choice={choice} onAdd={setEdited} />}
      {real.length > 0 && (
        <Box
          component="ul"
          aria-label={t('setup.pay.connected')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
        >
          {real.map(terminal => (
            <TerminalRow key={terminal.id} terminal={terminal} isUsed onEdit={() => setEdited(terminal)} />
          ))}
        </Box>
      )}
      {used.length > 0 && <OpenStore store={store} used={used} />}
      {edited && (
        <TerminalDialog
          storeId={store.id}
          terminal={'id' in edited ? edited : undefined}
          proposed={'id' in edited ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type KindsProps = { choice: Choice; onAdd: (proposed: NewTerminal) => void }

/** The vendors of the chosen ways, each with what to order and what to type. */
function KindChoices({ choice, onAdd }: KindsProps) {
  const kinds = TERMINAL_PROVIDERS.flatMap(provider => findTerminalKind(provider) ?? [])
  return kinds
    .filter(({ method }) => choice === 'both' || method === choice)
    .map(kind => <TerminalKind key={kind.name.en} kind={kind} onAdd={onAdd} />)
}

/** The names of the settings that have to be typed. */
const listTyped = ({ settings }: TerminalConnection): string[] =>
  Object.values<AdapterSetting>(settings)
    .filter(({ optional, options, initial }) => optional !== true && options === undefined && initial === undefined)
    .map(({ label }) => adapterText(label))

type KindProps = Pick<KindsProps, 'onAdd'> & { kind: TerminalDeclaration }

function TerminalKind({ kind, onAdd }: KindProps) {
  const { t } = useTranslation()
  const { name, brand, order, trial, connections } = kind
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      <Typography variant="h4" sx={{ typography: 'body1', fontWeight: 650 }}>
        {adapterText(name)}
      </Typography>
      <Typography>{adapterText(order)}</Typography>
      {trial && <Typography color="textSecondary">{adapterText(trial)}</Typography>}
      {Object.entries(connections).map(([transport, connection]) => (
        <Box key={transport} sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
          <Typography color="textSecondary">
            {t('setup.pay.type', { fields: listTyped(connection).join(', ') })}
          </Typography>
          <Button
            variant="outlined"
            onClick={() => isTransport(transport) && onAdd({ transport, name: brand ?? adapterText(name) })}
          >
            {t('setup.pay.connect', { way: adapterText(connection.name) })}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

/** Shows the store to shoppers, who pay in the connected ways. A store without a terminal opens too. */
function OpenStore({ store: { id, name }, used }: { store: NamedStore; used: readonly Terminal[] }) {
  const { t } = useTranslation()
  const { data: stores } = useStores()
  const { isBusy, act } = useAction('open-store')
  const [missing, setMissing] = useState<readonly SellerPart[]>([])
  const isOpen = stores?.some(each => each.id === id && !each.test_payment)
  const isPhoneOnly = findChoice(used) === 'phone'
  const open = () =>
    act(async () => {
      setMissing([])
      try {
        await callApi(terminals.chooseMode, { params: { id }, body: { payment_mode: 'terminal' } })
        await savePublished(id, { published: true })
        return t('setup.pay.opened', { store: name })
      } catch (error) {
        const parts = missingParts(error)
        if (!parts) throw error
        setMissing(parts)
        return undefined
      }
    })
  if (isOpen === undefined) return null
  if (isOpen) return <Typography role="status">{t('setup.pay.opened', { store: name })}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('setup.pay.openLead')}</Typography>
      {missing.length > 0 && (
        <Box role="alert">
          <SellerMissing missing={missing} title={t('seller.publishTitle')} text={t('seller.publishText')} />
        </Box>
      )}
      <ActionButton variant="contained" loading={isBusy} onClick={() => void open()}>
        {t(isPhoneOnly ? 'setup.pay.openPhoneOnly' : 'setup.pay.open')}
      </ActionButton>
    </Box>
  )
}
