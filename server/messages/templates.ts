import type { MessageTemplates } from "#server/contract/message-templates.ts"
import { type ContentReader, readContent } from "#server/published-content/published.ts"

export async function readTemplates(reader: ContentReader): Promise<MessageTemplates> {
  const { signature, templates } = (await readContent(reader, "parametres")).messages
  return { signature, templates }
}
