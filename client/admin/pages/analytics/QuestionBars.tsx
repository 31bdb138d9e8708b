import { Plural } from '@lingui/react/macro'
import { BlockStack, InlineStack, Text } from '@shopify/polaris'

interface Question {
  question: string
  answers: number
  choices: readonly { choice: string; count: number }[]
}

/** The answers of a question as bars. */
export function QuestionBars({ question: { question, answers, choices } }: { question: Question }) {
  const most = Math.max(...choices.map(({ count }) => count))
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" gap="200">
        <Text as="h3" variant="headingSm">
          <span data-user-content>{question}</span>
        </Text>
        <Text as="span" tone="subdued">
          <Plural value={answers} one="# answer" other="# answers" />
        </Text>
      </InlineStack>
      <table className="c-analytics-table">
        <caption className="c-hidden" data-user-content>
          {question}
        </caption>
        <tbody>
          {choices.map(({ choice, count }) => (
            <tr key={choice}>
              <th scope="row" data-user-content>
                {choice}
                <i
                  className="c-analytics-bar-line"
                  style={{ inlineSize: `${(count / most) * 100}%` }}
                  aria-hidden="true"
                />
              </th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  )
}
