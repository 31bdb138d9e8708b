/** Conditions on `t`: a translation of the review's current text into one of the languages. $1 is the shop. */
const ofPresentText = (
  review: string,
  languages: number,
): string => `t."shopId" = $1::uuid and t."reviewId" = ${review}.id and t.language = any($${languages}::text[])
              and t."sourceHash" = md5(${review}.title || chr(10) || ${review}.content)`

/**
 * Writes the statement of a review's translation: one lookup by primary key.
 * @param languages number of the parameter that lists languages, best first
 */
export const shownTranslation = (review: string, languages: number): string => `
            select json_build_object('language', t.language, 'title', t.title, 'text', t.text, 'sourceLanguage', coalesce(${review}.language, t."sourceLanguage"))
            from "ReviewTranslation" t where ${ofPresentText(review, languages)}
            order by array_position($${languages}::text[], t.language) limit 1`

/** Writes the condition that a review's translation contains all words. */
export const translationHolds = (
  review: string,
  { languages, words }: { languages: number; words: number },
): string => `exists (
            select from "ReviewTranslation" t where ${ofPresentText(review, languages)}
              and (select bool_and(strpos(candor_fold(t.title || chr(10) || t.text), word) > 0) from unnest($${words}::text[]) word))`
