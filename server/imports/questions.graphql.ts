import { builder } from '../core/graphql/builder.ts'
import type { Question } from './checking/file-facts.ts'

export const QuestionType = builder.objectRef<Question>('ImportQuestion').implement({
  description: 'A question about a file that can be read in two ways, asked once per file.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'encoding, columns, scale, dates, long, status, unmatched or firstN.' }),
    choices: t.exposeStringList('choices', {
      description:
        '`unmatched` also takes the id, handle or platform id of a product; the question `unmatched:<key>` answers for one product of the file.',
    }),
    suggested: t.exposeString('suggested', {
      nullable: true,
      description: 'The answer that the figures were counted with.',
    }),
    examples: t.exposeStringList('examples', {
      description: 'For `encoding`, the first lines of the file in each of the choices.',
    }),
    rows: t.int({
      nullable: true,
      description:
        'Rows that raise the question: ratings above five or below one for scale, texts over their limit for long, unclear cells for status.',
      resolve: ({ rows }) => rows ?? null,
    }),
  }),
})
