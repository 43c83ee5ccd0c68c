import { library } from '@pf/tsup-config';

export default library();
