import { useId } from 'react'
import type { Notice } from '#contract/accounts/privacy.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { LoadFault } from './load-fault.tsx'
import css from './privacy.module.css'
import { useNoticesOfShop } from './queries.ts'

const HEADING_MARK = '# '

/** The paragraphs of a notice; one that begins with `# ` is a heading. */
function NoticeText({ paragraphs, heading }: { paragraphs: Notice['paragraphs']; heading: 'h2' | 'h3' }) {
  // The same text may occur twice, and nothing moves: indexes are keys.
  return paragraphs.map((paragraph, at) =>
    paragraph.startsWith(HEADING_MARK) ? (
      // oxlint-disable-next-line react/no-array-index-key
      <Text key={at} variant={heading} className={at === 0 ? undefined : css.noticeHeading}>
        {paragraph.slice(HEADING_MARK.length)}
      </Text>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Text key={at} className={css.noticeParagraph}>
        {paragraph}
      </Text>
    ),
  )
}

function CameraNotice({ notice }: { notice: Notice }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.cameras}>
      <Text variant="h2" id={id}>
        {notice.title}
      </Text>
      <NoticeText paragraphs={notice.paragraphs} heading="h3" />
    </section>
  )
}

/** The operator's notices on personal data, and on cameras if there are any; open to all. */
export function PrivacyPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useNoticesOfShop()
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  return (
    <Page title={data?.privacy.title ?? t('privacy.link')}>
      {data ? (
        <>
          <NoticeText paragraphs={data.privacy.paragraphs} heading="h2" />
          <KindsList kinds={data.kinds} />
          {data.cameras && <CameraNotice notice={data.cameras} />}
        </>
      ) : (
        <LoadFault error={error} onRetry={() => void refetch()} />
      )}
      <Link to={PATHS.removal} className={css.removalLink}>
        {t('privacy.removalLink')}
      </Link>
      <WayBack />
    </Page>
  )
}

export const NOTICE_PARTS = ['data', 'purpose', 'until'] as const

type KindsListProps = {
  kinds: readonly { data: string; purpose: string; until: string }[]
}

/** Each kind of stored data, why and for how long: a list, since three columns of sentences don't fit a phone. */
function KindsList({ kinds }: KindsListProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.kindsSection}>
      <Text variant="h2" id={id}>
        {t('privacy.kindsTitle')}
      </Text>
      <ul className={css.kinds}>
        {kinds.map(kind => (
          <Panel component="li" key={kind.data}>
            <dl className={css.kindParts}>
              {NOTICE_PARTS.map(part => (
                <div key={part} className={css.kindPart}>
                  <dt>{t(`privacy.${part}`)}</dt>
                  <dd className={part === 'data' ? css.kindData : undefined}>{kind[part]}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </ul>
    </section>
  )
}
