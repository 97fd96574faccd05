import type { FastifyInstance } from 'fastify'
import type { LanguageCode } from '#contract/values.ts'
import {
  mailedPage,
  renderButton,
  renderHeading,
  renderLink,
  renderOutcome,
  renderPage,
} from '#server/modules/operations/duty/emailed-link-page.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { readStopToken, stopLetters } from './save-choice.ts'

export const STOP_PATH = '/stop-letters'
const CHOICE_PATH = '/letters'

/** The page of a letter's link that stops such letters, without a login. Mail programs post to it, too. */
export function stopPage(http: FastifyInstance, { db, secrets }: Context): void {
  mailedPage(http, {
    path: STOP_PATH,
    async open(token) {
      const stop = readStopToken(secrets, token)
      return stop && renderStop(await findLanguage(db, stop.userId), stop.kind, false)
    },
    async press(token) {
      const stop = readStopToken(secrets, token)
      if (!stop) return undefined
      await stopLetters({ db }, stop)
      return renderStop(await findLanguage(db, stop.userId), stop.kind, true)
    },
    unknown: { text: 'operations.letters.page.unknown', to: CHOICE_PATH },
  })
}

/** Of an account that was erased since, any. */
const findLanguage = async (db: Db, userId: number): Promise<LanguageCode> =>
  (
    await db
      .selectFrom('app_user')
      .innerJoin('language', 'language.id', 'app_user.language_id')
      .select('language.code')
      .where('app_user.id', '=', userId)
      .executeTakeFirst()
  )?.code ?? 'fi'

function renderStop(language: LanguageCode, kind: 'evening' | 'monday', isStopped: boolean): string {
  const t = createTranslate(language)
  const title = t(`operations.letters.page.${kind}`)
  return renderPage({ path: STOP_PATH, language, title }, [
    renderHeading(title),
    isStopped ? renderOutcome(t('operations.letters.page.stopped')) : renderButton(t('operations.letters.page.stop')),
    renderLink(CHOICE_PATH, t('operations.letters.change')),
  ])
}
