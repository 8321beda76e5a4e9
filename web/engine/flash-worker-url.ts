/**
 * The address of a worker under the page's Trusted Types: the policy named "attn" (see .scripts/security-headers.mjs)
 * lets scripts of this page's own origin start, and no others.
 */
interface Policy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

let policy: Policy | undefined;

function ownOrigin(url: string): string {
  const full = new URL(url, location.href);
  // What the page itself made is of its origin too, also where that is none: in one file, or in a sandbox.
  const { origin } = globalThis;
  if (full.origin !== origin || !/^(https?|blob):$/.test(full.protocol))
    throw new TypeError(`${full.href} is not of the origin ${origin}`);
  return full.href;
}

/** Throws for another origin, and where the page's policy does not allow ours. */
export function workerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (!trustedTypes) return ownOrigin(url);
  policy ??= trustedTypes.createPolicy('attn', { createScriptURL: ownOrigin });
  // Worker takes a trusted address as it takes a text; the types of the page know only the text.
  return policy.createScriptURL(url) as string;
}
