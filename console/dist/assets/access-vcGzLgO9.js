//# allFunctionsCalledOnLoad
import{ln as e}from"./parts-BkatdI84.js";import{t}from"./index-BMXILGy0.js";function n(){let{data:n}=e(t);return n.role===`admin`}export{n as t};