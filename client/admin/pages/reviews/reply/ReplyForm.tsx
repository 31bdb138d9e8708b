import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, Card, Checkbox, InlineStack, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { isoDay } from '../../../../../rules/dates.ts'
import { fillReply, type ReplyValues } from '../../../../../rules/reply-templates.ts'
import { maxReplyChars } from '../../../../../rules/limits.ts'
import type { ReplyForm_review$data, ReplyForm_review$key } from '../../../../__generated__/ReplyForm_review.graphql.ts'
import type { ReplyPage_templates$data } from '../../../../__generated__/ReplyPage_templates.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useLeaveGuard } from '../../../shell/SaveBar.tsx'
import { formatSentence, formatRefusal } from '../../../shell/words/sentences.ts'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { useReadOnly, useViewer } from '../../../shell/frame/viewer.tsx'
import { PlanGate, useFeature } from '../../../ui/PlanGate.tsx'
import { isTooLong, LongField } from '../review/LongField.tsx'
import { ReplyMail } from './ReplyMail.tsx'
import { replyMoment } from './replyDate.ts'
import { ReplyTemplates } from './ReplyTemplates.tsx'
import { useReply } from '../review/useReply.ts'

interface Props {
  review: ReplyForm_review$key
  /** IANA zone of the shop, which decides a reply's public day. */
  timeZone: string
  /** The shop's templates. */
  templates: ReplyPage_templates$data['templates']
  /** Minutes from a reply to its email. */
  mailMinutes: number
}

/** The merchant's input; null fields are as stored. */
interface Typed {
  content: string | null
  day: string | null
  sendMail: boolean | null
}

const untouched: Typed = { content: null, day: null, sendMail: null }

/** Writes, edits or deletes the public reply. Typed text survives changes elsewhere. */
export function ReplyForm({ review: key, timeZone, templates, mailMinutes }: Props) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment ReplyForm_review on Review {
      id version rate title content language status origin firstName lastName createdAt replyMailRefusal
      ...ReplyMail_review
      product { id title }
      reply { content createdAt }
    }
  `,
    key,
  )
  const [typed, setTyped] = useState(untouched)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [stale, setStale] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { save, saving, remove, deleting } = useReply()
  const shownWords = useShownWords()
  const values = useMergeValues(review)
  const { allowed } = useFeature('replies')
  const stored = review.reply?.content ?? ''
  const storedDay = review.reply ? isoDay(new Date(review.reply.createdAt), timeZone) : ''
  const [content, day] = [typed.content ?? stored, typed.day ?? storedDay]
  const mailRefusal = review.replyMailRefusal ? formatRefusal(i18n, { code: review.replyMailRefusal }) : null
  // The merchant typed the reviewer's address, so its owner never agreed to our emails.
  const addedByMerchant = review.origin === 'ADMIN'
  const sendMail = !mailRefusal && (typed.sendMail ?? (!review.reply && !addedByMerchant))
  const dirty = content !== stored || day !== storedDay
  const inTrash = review.status === 'DELETED'
  useLeaveGuard(dirty && !saving)
  const change = (next: Partial<Typed>) => {
    setTyped((present) => ({ ...present, ...next }))
    setErrors({})
  }
  const insert = (text: string) => change({ content: content.trim() === '' ? text : `${content.trimEnd()}\n\n${text}` })
  const submit = async () => {
    const text = fillReply(content, values).trim()
    change({ content: text })
    if (text === '') {
      setErrors({ content: formatSentence(i18n, 'replyRequired') })
      return
    }
    if (isTooLong(text, maxReplyChars)) return
    const createdAt = replyMoment({
      day,
      repliedAt: review.reply?.createdAt ?? null,
      reviewedAt: review.createdAt,
      timeZone,
    })
    const outcome = await save(
      { id: review.id, version: review.version, content: text, sendMail, ...(createdAt ? { createdAt } : {}) },
      {
        isEdit: review.reply !== null,
        isShown: isShown(review),
        name: values.customer_name || t`the reviewer`,
        mailMinutes,
      },
    )
    setStale(outcome.stale)
    setErrors(outcome.fields)
    if (outcome.saved) setTyped(untouched)
  }
  const reallyRemove = async () => {
    const outcome = await remove({ id: review.id, version: review.version })
    setStale(outcome.stale)
    if (outcome.saved) setTyped(untouched)
    setRemoving(false)
  }
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">{t`Reply`}</Text>
          {!readOnly && !inTrash && allowed && (
            <ReplyTemplates review={review} templates={templates} values={values} disabled={saving} insert={insert} />
          )}
        </InlineStack>
        {stale && <StaleBanner theirs={content === stored ? '' : stored} onDismiss={() => setStale(false)} />}
        <ReplyMail review={review} />
        <PlanGate feature="replies">
          {(locked) => {
            const shut = locked || readOnly || inTrash
            return (
              <BlockStack gap="400">
                <LongField
                  label={t`Your public reply`}
                  value={content}
                  onChange={(text) => change({ content: text })}
                  max={maxReplyChars}
                  lines={5}
                  maxHeight={360}
                  disabled={shut}
                  helpText={shownWords(review.status)}
                  error={errors['content']}
                />
                <div className="c-reply-more">
                  <Checkbox
                    label={t`Email this reply to the reviewer`}
                    checked={sendMail}
                    disabled={shut || mailRefusal !== null}
                    onChange={(checked) => change({ sendMail: checked })}
                    helpText={
                      <span className="c-quiet">
                        {mailRefusal ??
                          (addedByMerchant
                            ? t`Off by default, because you added this review.`
                            : t`Uses your review reply email.`)}
                      </span>
                    }
                  />
                  <div className="c-reply-day">
                    <TextField
                      label={t`Display date`}
                      type="date"
                      value={day}
                      onChange={(next) => change({ day: next })}
                      autoComplete="off"
                      disabled={shut}
                      helpText={day ? undefined : t`Defaults to the publish date`}
                      {...(errors['createdAt'] ? { error: errors['createdAt'] } : {})}
                    />
                  </div>
                </div>
                {!readOnly && !inTrash && (
                  <InlineStack gap="200" align="end">
                    {review.reply && (
                      <Button
                        tone="critical"
                        variant="tertiary"
                        disabled={saving}
                        onClick={() => setRemoving(true)}
                      >{t`Delete reply`}</Button>
                    )}
                    <Button
                      variant="primary"
                      disabled={locked || (review.reply !== null && !dirty && !sendMail)}
                      loading={saving}
                      onClick={() => void submit()}
                    >
                      {review.reply || !isShown(review) ? t`Save reply` : t`Publish reply`}
                    </Button>
                  </InlineStack>
                )}
              </BlockStack>
            )
          }}
        </PlanGate>
      </BlockStack>
      <Dialog
        open={removing}
        title={t`Delete reply?`}
        primary={{ label: t`Delete reply`, destructive: true, busy: deleting, run: () => void reallyRemove() }}
        onClose={() => setRemoving(false)}
      >
        <Trans>It’s removed from your store. The review stays.</Trans>
      </Dialog>
    </Card>
  )
}

interface StaleProps {
  /** The stored reply, if it differs from the typed one. */
  theirs: string
  onDismiss: () => void
}

/** Says that someone else changed the review, and shows their reply. */
function StaleBanner({ theirs, onDismiss }: StaleProps) {
  const { t } = useLingui()
  return (
    <Banner tone="warning" title={t`This review has changed since you opened it`} onDismiss={onDismiss}>
      <Trans>Your reply is still in the field. Check the review, then save again.</Trans>
      {theirs && (
        <p className="c-theirs" data-user-content dir="auto">
          {theirs}
        </p>
      )}
    </Banner>
  )
}

/** Whether shoppers see the review. */
const isShown = ({ status }: Pick<ReplyForm_review$data, 'status'>): boolean => status === 'PUBLISHED'

/** Says where a reply is shown, by the review's status. */
function useShownWords(): (status: ReplyForm_review$data['status']) => string {
  const { t } = useLingui()
  return (status) => {
    if (status === 'DELETED') return t`This review is in the trash. Restore it to reply.`
    return isShown({ status })
      ? t`Shown below the review in your store.`
      : t`Shown below the review once it’s published.`
  }
}

/** Returns the values of a template's merge fields for this review. */
function useMergeValues({ firstName, lastName, product }: ReplyForm_review$data): ReplyValues {
  const { shop } = useViewer()
  return {
    customer_name: firstName.trim() || lastName.trim(),
    product_title: product?.title ?? shop.name,
    shop_name: shop.name,
  }
}
