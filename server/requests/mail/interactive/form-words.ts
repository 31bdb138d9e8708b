import type { MailSentences } from '../mail-words.ts'
import type { Message } from '../../../core/words/message.ts'

/** Further products are answered on the review page. */
export const maxFormProducts = 3

export interface FormWords {
  rate: Message
  star: Message
  content: Message
  name: Message
  send: Message
  problem: Message
}

/** The words of a form inside a mail; null for a kind, or a mail sent earlier, that has none. */
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
