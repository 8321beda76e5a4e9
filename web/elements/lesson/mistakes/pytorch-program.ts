/** What the programs of PyTorch begin with. Each stops at its assertion, and passes with MISTAKE = False. */
const TOKENS = `torch.manual_seed(39)
x = torch.randn(1, 4, 8)  # (batch, sequence, features)
`;
const HEAD = (id: string) => `# ${id}
import torch

MISTAKE = True  # False: as it should be
`;

export const FUTURE =
  'future = torch.ones(4, 4, dtype=torch.bool).triu(1)  # True: a later position\n';

export const program = (id: string, body: string): readonly [string, string] => [
  id,
  HEAD(id) + (/\bx\b/.test(body) ? TOKENS : '') + body,
];
