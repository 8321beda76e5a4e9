/** A message as it comes in, from anybody, to a request that the lesson may carry out. */
import { messages } from '../messages/index.ts';
import schema from '../public/schemas/attention-lesson-protocol.schema.json';
import { firstFault, type Schema } from '../storage/schema.ts';
import { type ErrorDetail, envelopeOf, type Request, VERSION } from './protocol.ts';

export type Checked =
  | { readonly request: Request; readonly id: string | undefined }
  | { readonly refusal: ErrorDetail; readonly id: string | undefined };

const TYPES = schema.definitions.toLesson.oneOf.map(({ $ref }) =>
  $ref.replace('#/definitions/', ''),
);
const definitions = schema.definitions as unknown as Readonly<Record<string, Schema>>;

/**
 * Nothing for what is no message to the lesson. A refusal has one of these codes:
 *   version-unknown  of another version than 1
 *   message-unknown  no host's message has this type
 *   message-invalid  something in it is not what the schema says; `where` names the place
 */
export function checked(data: unknown): Checked | undefined {
  const envelope = envelopeOf(data);
  if (!envelope) return undefined;
  const id = idOf(data as object);
  const refuse = (code: string, message: string, where?: string): Checked => ({
    id,
    refusal: { code, message, ...(where === undefined ? {} : { where }) },
  });
  const said = messages.embed.errors;
  const { version, type } = envelope;
  if (version !== VERSION) return refuse('version-unknown', said.version(version, VERSION));
  if (typeof type !== 'string' || !TYPES.includes(type))
    return refuse('message-unknown', said.type(type, TYPES));
  const fault = firstFault(data, { $ref: `#/definitions/${type}`, definitions });
  if (fault) return refuse('message-invalid', said.invalid(type, fault), fault.where);
  return { id, request: data as Request };
}

/** Of a message that is refused too, so that the host knows which. */
function idOf(data: object): string | undefined {
  const id: unknown = Object.getOwnPropertyDescriptor(data, 'id')?.value;
  return typeof id === 'string' && id.length <= 64 ? id : undefined;
}
