import Box from '@mui/material/Box'
import { useId } from 'react'
import { people, type PersonRight, type RightInputs } from '#contract/accounts/people.ts'
import { STORE_RIGHTS, type StoreRight } from '#domain/accounts/store-rights.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'

/** The chosen kinds, each with its stores; null: all stores. */
export type RightsValue = Readonly<Partial<Record<StoreRight, readonly number[] | null>>>

export const toRightsValue = (rights: readonly PersonRight[]): RightsValue =>
  Object.fromEntries(rights.map(({ kind, stores }) => [kind, stores?.map(({ id }) => id) ?? null]))

export const toRightInputs = (value: RightsValue): RightInputs =>
  STORE_RIGHTS.flatMap(kind => {
    const ids = value[kind]
    return ids === undefined ? [] : [{ kind, store_ids: ids && [...ids] }]
  })

/** A kind for chosen stores needs at least one of them. */
export const lacksStores = (value: RightsValue): boolean => Object.values(value).some(ids => ids?.length === 0)

type RightsFieldsProps = {
  value: RightsValue
  onChange: (value: RightsValue) => void
  /** Shown once the user has tried to send it. */
  showFault: boolean
}

/** Which rights a person has, and in which stores. */
export function RightsFields({ value, onChange, showFault }: RightsFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {STORE_RIGHTS.map(kind => (
        <RightField
          key={kind}
          kind={kind}
          stores={value[kind]}
          showFault={showFault}
          onChange={stores => {
            const { [kind]: _former, ...others } = value
            onChange(stores === undefined ? others : { ...others, [kind]: stores })
          }}
        />
      ))}
    </Box>
  )
}

type RightFieldProps = {
  kind: StoreRight
  /** Undefined: the person does not have the right. */
  stores: readonly number[] | null | undefined
  showFault: boolean
  onChange: (stores: readonly number[] | null | undefined) => void
}

function RightField({ kind, stores, showFault, onChange }: RightFieldProps) {
  const { t } = useTranslation()
  const choices = useStoreChoices(people.list) ?? []
  const [only] = choices.length === 1 ? choices : []
  return (
    <Box role="group" aria-label={t(`people.kinds.${kind}`)} sx={{ display: 'grid', gap: 1 }}>
      <CheckInput
        label={t(`people.kinds.${kind}`)}
        hint={t(`people.kindHints.${kind}`)}
        name={kind}
        checked={stores !== undefined}
        onChange={isOn => onChange(isOn ? (only ? [only.id] : []) : undefined)}
      />
      {stores !== undefined && (
        <Box sx={{ display: 'grid', gap: 1, pl: 4.5 }}>
          <SelectInput
            label={t('people.where')}
            name={`${kind}-where`}
            value={stores === null ? 'all' : 'chosen'}
            options={[
              { value: 'chosen', label: t('people.chosenStores') },
              { value: 'all', label: t('people.allStores') },
            ]}
            onChange={where => onChange(where === 'all' ? null : [])}
          />
          {stores !== null && (
            <StoreChoices choices={choices} stores={stores} showFault={showFault} onChange={onChange} />
          )}
        </Box>
      )}
    </Box>
  )
}

type StoreChoicesProps = {
  choices: readonly { id: number; name: string }[]
  stores: readonly number[]
  showFault: boolean
  onChange: (stores: readonly number[]) => void
}

function StoreChoices({ choices, stores, showFault, onChange }: StoreChoicesProps) {
  const { t } = useTranslation()
  const id = useId()
  const isFaulty = showFault && stores.length === 0
  return (
    <Box role="group" aria-label={t('people.stores')} aria-describedby={isFaulty ? id : undefined}>
      {choices.map(store => (
        <CheckInput
          key={store.id}
          label={store.name}
          checked={stores.includes(store.id)}
          onChange={isOn => onChange(isOn ? [...stores, store.id] : stores.filter(each => each !== store.id))}
        />
      ))}
      {isFaulty && (
        <Box id={id} role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
          {t('people.noStore')}
        </Box>
      )}
    </Box>
  )
}
