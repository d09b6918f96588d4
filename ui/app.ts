import './web-awesome.ts';
import './kb-app.ts';
