/** What a learner takes along: the figure as NumPy or PyTorch code, all its numbers, a link to this state. */
import { messages } from '../../messages/index.ts';
import { canEmbed, embedCode } from '../shared/embed-code.ts';
import type { Offer } from '../shared/take-away.ts';
import { AddressState } from './address.ts';
import type { AttentionFigure } from './attention-figure.ts';
import type { Result } from './computation.ts';
import { encodeState } from './link.ts';
import { toNumpy } from './numpy.ts';
import { presets } from './presets.ts';
import { toPytorch } from './pytorch.ts';
import { toTable } from './table.ts';

export function offersOf(figure: AttentionFigure): readonly Offer[] {
  const text = messages.figure;
  const of = (make: (result: Result) => string) => () => (figure.result ? make(figure.result) : '');
  const link = () => {
    const hash = figure.id ? `#${figure.id}` : '';
    return new URL(new AddressState(figure).linkTo(figure.state, presets, hash), location.href)
      .href;
  };
  const embed = () =>
    embedCode({ show: 'figure', state: encodeState(figure.state, presets) }, text.title);
  return [
    {
      button: text.copyNumpy,
      name: text.numpy,
      text: of(({ numbers }) => toNumpy(numbers, figure.digits)),
    },
    {
      button: text.copyPytorch,
      name: text.pytorch,
      text: of(({ numbers }) => toPytorch(numbers, figure.digits)),
    },
    {
      button: text.copyNumbers,
      name: text.numbers,
      text: of(({ numbers, trace }) => toTable(numbers, trace)),
    },
    ...(figure.urlKey ? [{ button: text.copyLink, name: text.link, text: of(link) }] : []),
    ...(figure.urlKey && canEmbed()
      ? [{ button: text.copyEmbed, name: text.embed, text: of(embed) }]
      : []),
  ];
}
