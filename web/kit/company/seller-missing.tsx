import type { SellerPart } from '#contract/administration/seller.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './company.module.css'

type SellerMissingProps = {
  missing: readonly SellerPart[]
  title: string
  text: string
  /** For pages where leaving would lose something typed. */
  inNewTab?: boolean
}

/** What the shop lacks of its seller's details and terms, each with a link to the page where it is entered. */
export function SellerMissing({ missing, title, text, inNewTab = false }: SellerMissingProps) {
  const { t } = useTranslation()
  return (
    <Panel tone="attention">
      <Text variant="h2">{title}</Text>
      <Text className={css.missingLead}>{text}</Text>
      <ul className={css.missingParts}>
        {missing.map(part => (
          <li key={part}>
            <Link
              to={part === 'terms' ? `${PATHS.settings}/terms` : PATHS.settings}
              {...(inNewTab && { target: '_blank' })}
              className={css.link}
            >
              {inNewTab ? t('seller.inNewTab', { part: t(`seller.parts.${part}`) }) : t(`seller.parts.${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
