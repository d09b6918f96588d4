import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import {
  ArrowRight,
  Braces,
  Check,
  ChevronDown,
  ChevronsUpDown,
  CircleAlert,
  CircleX,
  Clock,
  CloudOff,
  Copy,
  Eye,
  EyeOff,
  FileDown,
  FileSpreadsheet,
  FileText,
  FileUp,
  Funnel,
  History,
  Keyboard,
  List,
  LogOut,
  Minus,
  Pencil,
  Plus,
  Quote,
  RefreshCw,
  Search,
  Settings,
  ShieldCheck,
  Table,
  Terminal,
  Trash2,
  Upload,
  X,
} from 'lucide-static';

const svgs = {
  alert: CircleAlert,
  'arrow-right': ArrowRight,
  braces: Braces,
  check: Check,
  'chevron-down': ChevronDown,
  'chevrons-up-down': ChevronsUpDown,
  'circle-x': CircleX,
  clock: Clock,
  'cloud-off': CloudOff,
  copy: Copy,
  eye: Eye,
  'eye-off': EyeOff,
  'file-down': FileDown,
  'file-sheet': FileSpreadsheet,
  'file-text': FileText,
  'file-up': FileUp,
  filter: Funnel,
  history: History,
  keyboard: Keyboard,
  list: List,
  'log-out': LogOut,
  minus: Minus,
  pencil: Pencil,
  plus: Plus,
  quote: Quote,
  refresh: RefreshCw,
  search: Search,
  settings: Settings,
  shield: ShieldCheck,
  table: Table,
  terminal: Terminal,
  trash: Trash2,
  upload: Upload,
  x: X,
};

export type IconName = keyof typeof svgs;

/** An inline SVG icon, hidden from screen readers; `slot` names the slot of a Web Awesome element. */
export const icon = (name: IconName, slot?: string): TemplateResult => {
  const attributes = `class="i" aria-hidden="true"${slot === undefined ? '' : ` slot="${slot}"`}`;
  // Safe: the SVGs are constants of a package, never user input.
  return html`${unsafeHTML(svgs[name].replace(/class="[^"]*"/, attributes))}`;
};
