import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { adminRecalls, MAX_RECALLED_LOTS } from '#contract/orders/admin-recalls.ts'
import { isLotNumber } from '#domain/catalogue/lot.ts'
import { dayText } from '#domain/format/day-text.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

/** Lots that are chosen of the known ones, and further ones as they are typed. */
export type LotSelection = { chosen: readonly string[]; typed: string }

/** The lots of a choice; undefined: none, too many, or something typed is no lot number. */
export function readLots({ chosen, typed }: LotSelection): string[] | undefined {
  const lots = [...new Set([...chosen, ...typed.split(/[\s,;]+/).filter(text => text !== '')])]
  return lots.length > 0 && lots.length <= MAX_RECALLED_LOTS && lots.every(isLotNumber) ? lots : undefined
}

type RecalledLotsProps = {
  productId: number
  choice: LotSelection
  onChange: (choice: LotSelection) => void
  isFaulty: boolean
}

/** Chooses lots of a product: those that deliveries and sales named, and others by their number. */
export function RecalledLots({ productId, choice, onChange, isFaulty }: RecalledLotsProps) {
  const { t } = useTranslation()
  const { data: lots = [] } = useQuery(queryFor(adminRecalls.lots, { params: { product: productId } }))
  const toggle = (lot: string, isChosen: boolean) =>
    onChange({ ...choice, chosen: isChosen ? [...choice.chosen, lot] : choice.chosen.filter(each => each !== lot) })
  return (
    <WideField>
      {lots.length > 0 && (
        <Box role="group" aria-label={t('recalls.knownLots')} sx={{ mb: 2 }}>
          {lots.map(({ lot, last_day: day, buyers }) => (
            <CheckInput
              key={lot}
              label={day === null ? lot : t('recalls.lotUntil', { lot, day: dayText(day) })}
              hint={t('recalls.lotBuyers', { count: buyers })}
              checked={choice.chosen.includes(lot)}
              onChange={isChosen => toggle(lot, isChosen)}
            />
          ))}
        </Box>
      )}
      <TextInput
        label={t(lots.length > 0 ? 'recalls.otherLots' : 'recalls.lotNumbers')}
        hint={t('recalls.otherLotsHint')}
        error={isFaulty ? t('recalls.lotsWrong') : undefined}
        name="recalled_lots"
        maxLength={900}
        autoComplete="off"
        value={choice.typed}
        onChange={typed => onChange({ ...choice, typed })}
      />
    </WideField>
  )
}
