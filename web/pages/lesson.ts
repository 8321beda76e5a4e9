/** The lesson page: the elements that it uses. */
import '../elements/ticket-map.ts';
import '../elements/attention-figure/attention-figure.ts';
