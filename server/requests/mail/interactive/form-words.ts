import type { MailSentences } from '../mail-words.ts'
import type { Message } from '../../../core/words/message.ts'

/** Products with a form in the email; others are reviewed on the review page. */
export const maxFormProducts = 3

export interface FormWords {
  rate: Message
  star: Message
  content: Message
  name: Message
  send: Message
  problem: Message
}

/** Returns the words of a form in an email. Null for kinds without a form and for emails from before forms. */
export function formWords({
  formRate: rate,
  formStar: star,
  formContent: content,
  formName: name,
  formSend: send,
  formProblem: problem,
}: MailSentences): FormWords | null {
  return rate && star && content && name && send && problem ? { rate, star, content, name, send, problem } : null
}
