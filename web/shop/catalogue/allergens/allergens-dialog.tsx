import { useId, useState } from 'react'
import { ALLERGENS } from '#domain/catalogue/food-information.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { myAllergens } from './allergen-warning.ts'
import css from './allergens.module.css'
import { storeAllergens } from './my-allergens.ts'

/** The shopper chooses what to be warned of. The choice stays on the phone until a logout. */
export function AllergensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>(myAllergens)
  const save = () => {
    if (!storeAllergens(chosen)) notify({ id: 'allergens', severity: 'warning', text: t('food.mineNotSaved') })
    onClose()
  }
  const toggle = (name: string, isChosen: boolean) =>
    setChosen(before => ALLERGENS.filter(each => (each === name ? isChosen : before.includes(each))))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} place="foot" fullWidth>
      <DialogTitle id={id}>{t('food.mine')}</DialogTitle>
      <DialogContent className={css.dialog}>
        <Text>{t('food.mineLead')}</Text>
        <div role="group" aria-labelledby={id} className={css.choices}>
          {ALLERGENS.map(name => (
            <CheckInput
              key={name}
              label={t(`food.allergenNames.${name}`)}
              checked={chosen.includes(name)}
              onChange={isChosen => toggle(name, isChosen)}
            />
          ))}
        </div>
        <Text variant="body2" soft>
          {t('food.minePrivate')}
        </Text>
        <Text variant="body2">{t('food.mineCareful')}</Text>
      </DialogContent>
      <DialogActions>
        <SecondaryButton onClick={() => setChosen([])}>{t('food.mineClear')}</SecondaryButton>
        <PrimaryButton onClick={save}>{t('food.mineDone')}</PrimaryButton>
      </DialogActions>
    </Dialog>
  )
}
